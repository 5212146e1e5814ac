// Tells on its standard output what it hears.
const lines = require('readline').createInterface({ input: process.stdin });
let answer = '';
lines.on('line', (line) => {
  const [, kind, key, first] = line.split('|');
  if (key === 'choices') answer = first;
  else if (kind === 'QUERY') console.log(`|RESPONSE|${key}|${answer}|END|`);
  else console.log('heard', key);
});
