import type { Random } from './random'

/** Texts that break programs: empty, endless, badly encoded, of another language, or of another meaning. */
const oddTexts = [
  '',
  ' ',
  'a',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u200b\ufeff',
  '🐍'.repeat(50),
  'x'.repeat(300),
  'x'.repeat(5_000),
  'x'.repeat(70_000),
  '%',
  '%zz',
  '%00',
  '%ff%fe',
  '%c0%af',
  '..',
  '../../../../etc/passwd',
  '%2e%2e%2f%2e%2e%2f',
  '__proto__',
  'constructor',
  'toString',
  '[object Object]',
  "'; DROP TABLE sellers; --",
  '" OR 1=1',
  '<script>alert(1)</script>',
  '${7*7}{{7*7}}#{7*7}',
  '\r\nX-Injected: 1',
  '-1',
  '0',
  '1e309',
  'NaN',
  'Infinity',
  '99999999999999999999999999',
  '0x',
  '-0',
  '1.5',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '[[[[',
  '$1.00',
  '$-1',
  '200%',
  'http://127.0.0.1:1/',
  'http://[::1]:22/',
  'http://0/',
  'http://[',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https://example.invalid/',
  '//evil.example',
  '2026-13-45T99:99:99Z',
  '0001-01-01T00:00:00Z',
  '275760-09-13T00:00:00.001Z',
  '00000000-0000-0000-0000-000000000000',
  '01890000-0000-7000-8000-000000000000',
  'eip155:84532',
  'eip155:99999999999999999999',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  'solana:',
  ':',
  '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  `0x${'f'.repeat(40)}`,
  `0x${'0'.repeat(64)}`,
  `0x${'1b'.repeat(65)}`,
  '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
  'turnpike-session=x',
] as const

const oddNumbers = [0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308] as const

export const oddText = (random: Random): string => random.pick(oddTexts)

/** Any JSON value, seldom more than a few levels deep. */
export function oddJson(random: Random, depth = 0): unknown {
  const kind = random.below(depth > 3 ? 5 : 8)
  if (kind === 0) return null
  if (kind === 1) return random.chance(0.5)
  if (kind === 2) return random.pick(oddNumbers)
  if (kind < 5) return oddText(random)
  if (kind === 5) return Array.from({ length: random.below(4) }, () => oddJson(random, depth + 1))
  const names = Array.from({ length: random.below(4) }, () => oddText(random).slice(0, 100))
  return Object.fromEntries(names.map((name) => [name, oddJson(random, depth + 1)]))
}

/** The value with one of its parts, at any depth, made wrong or left out. */
export function mutateJson(random: Random, value: unknown): unknown {
  if (random.chance(0.1) || typeof value !== 'object' || value === null) return oddJson(random)
  if (Array.isArray(value)) {
    const at = random.below(value.length + 1)
    return at === value.length
      ? [...value, oddJson(random)]
      : value.map((item, index) => (index === at ? mutateJson(random, item) : item))
  }
  const entries = Object.entries(value)
  if (entries.length === 0) return { [oddText(random).slice(0, 100)]: oddJson(random) }
  const at = random.below(entries.length)
  if (random.chance(0.15)) return Object.fromEntries(entries.filter((_entry, index) => index !== at))
  return Object.fromEntries(
    entries.map(([name, item], index) => [name, index === at ? mutateJson(random, item) : item]),
  )
}

/** Texts that are no JSON, or too much of it. */
export function oddBody(random: Random): string {
  return random.pick([
    '',
    '{',
    '[1,',
    '"',
    '{"a":1}}',
    '\0',
    '\ud800',
    '{"a":"\\ud800"}',
    '{"a":"\\u0000"}',
    '['.repeat(20_000),
    '{"a":'.repeat(5_000),
    `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
    `{"a":${'9'.repeat(5_000)}}`,
    `{"a":"${'x'.repeat(200_000)}"}`,
    '{"__proto__":{"a":1},"constructor":1}',
    'a=1&b=2&b[]=3&c[d]=4',
    '--x\r\nContent-Disposition: form-data; name="a"; filename="\0"\r\n\r\n1\r\n--x--',
    '1e999',
    '\ufeff{}',
  ])
}
