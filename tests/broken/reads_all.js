// Reads all of its input before it answers.
let answer = '';
for (const line of require('fs').readFileSync(0, 'utf8').split('\n')) {
  const [, kind, key, first] = line.split('|');
  if (key === 'choices') answer = first;
  else if (kind === 'QUERY') console.log(`|RESPONSE|${key}|${answer}|END|`);
}
