// Answers without a newline.
const lines = require('readline').createInterface({ input: process.stdin });
let answer = '';
lines.on('line', (line) => {
  const [, kind, key, first] = line.split('|');
  if (key === 'choices') answer = first;
  else if (kind === 'QUERY') process.stdout.write(`|RESPONSE|${key}|${answer}|END|`);
});
