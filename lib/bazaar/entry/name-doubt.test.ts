import { expect, it } from 'vitest'
import { findNameDoubt } from './warnings'

const named = (changes: Partial<Parameters<typeof findNameDoubt>[0]>) =>
  findNameDoubt({ source: 'probed', serviceName: null, description: null, resource: 'https://a.example/', ...changes })

it.each<[string, Parameters<typeof named>[0], ReturnType<typeof findNameDoubt>]>([
  ['Cyrillic letters within a Latin word', { description: '\u041efficial weather' }, 'mixed_scripts'],
  ['a Greek letter within one', { description: 'Weather of C\u03bfinbase' }, 'mixed_scripts'],
  ['words of two scripts side by side', { description: 'Погода Moscow' }, null],
  ['a unit', { description: 'Widths in \u03bcm' }, null],
  ['a company’s name elsewhere', { serviceName: 'OpenAI' }, 'borrowed_name'],
  ['it as a part of a name', { serviceName: 'PayPal rates' }, 'borrowed_name'],
  ['it as a text’s name', { description: 'The official Google geocoder. Fast.' }, 'borrowed_name'],
  ['a text that only mentions one', { description: 'Google is searched for you, and more of it' }, null],
  ['it at the company’s host', { serviceName: 'OpenAI', resource: 'https://api.openai.com/v1' }, null],
  ['what works alike', { serviceName: 'OpenAI-compatible chat' }, null],
  ['a host that ends alike', { serviceName: 'OpenAI', resource: 'https://notopenai.com/' }, 'borrowed_name'],
  [
    'this software in a shop',
    { source: 'own', serviceName: 'Turnpike', resource: 'https://a.example/x/b/c' },
    'borrowed_name',
  ],
  ['this site’s own goods', { source: 'own', serviceName: 'Turnpike', resource: 'https://a.example/weather' }, null],
  ['a tool’s identifier', { serviceName: 'Tides', resource: 'mcp://tool/tides' }, null],
])('judges %s', (_, changes, doubt) => {
  expect(named(changes)).toBe(doubt)
})
