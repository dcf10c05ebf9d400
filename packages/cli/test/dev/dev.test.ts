import { testRefusals } from '../refusal.ts'

testRefusals('dev', [
  ['no arguments', [], 2, /^Name the application\.\n\nUsage: espalier dev <application>/],
  ['two applications', ['a.ts', 'b.ts'], 2, /'b\.ts' is one too many/],
  ['a missing file', ['none.ts'], 1, /none\.ts does not exist/],
  ['a port above 65535', ['package.json', '--port', '70000'], 2, /whole number from 0 to 65535, not '70000'/]
])
