import { expect, it } from 'vitest'
import { userCpuMs } from '@/development/testing/user-cpu-ms'
import { isAllowed } from './robots'

const at = (path: string) => new URL(path, 'https://shop.example')
const group = (rules: string) => `User-agent: *\n${rules}`

it.each<[string, string, boolean]>([
  ['', '/a', true],
  [group('Disallow: /private'), '/private/thing', false],
  [group('Disallow: /*/private$'), '/a/private', false],
  [group('Disallow: /*/private$'), '/a/private/b', true],
  [group('Disallow: /\nAllow: /open'), '/open', true],
  [`User-agent: other\nUser-agent: *\nUser-agent: *\nDisallow: /a`, '/a', false],
  [`User-agent: other\nDisallow: /\n\nUser-agent: *\nDisallow: /b`, '/a', true],
  [group(`Disallow: /${'*a'.repeat(6)}`), '/aaaa', false],
])('%j of %s: %s', (robots, path, expected) => expect(isAllowed(robots, at(path))).toBe(expected))

const letters = `/${'a'.repeat(2_000)}`
const lines = (line: string) => `${line}\n`.repeat(100_000 / (line.length + 1))
const usual = group(lines('Disallow: /a*b'))
const costOf = (robots: string) => userCpuMs(() => void isAllowed(robots, at(letters)))

it.each([
  ['stars', group(`Disallow: ${'*'.repeat(99_000)}`)],
  ['stars between letters', group(`Disallow: ${'*a'.repeat(49_000)}b`)],
  ['one rule of letters', group(`Disallow: *${'a'.repeat(99_000)}b`)],
  ['short rules', group(lines('Disallow: *a*a*a*b'))],
  ['the same name again and again', `${lines('User-agent: *').slice(0, 5_000)}${lines('Allow: *a*b')}`],
  ['versions of one name', `${'User-agent: */1\n'.repeat(300)}${lines('Allow: *a*b')}`],
])('takes about as much work for %s as for many usual rules', (_name, robots) => {
  costOf(usual)
  const ofUsual = Math.max(...[1, 2, 3].map(() => costOf(usual)))
  expect(costOf(robots) / ofUsual).toBeLessThan(20)
})
