import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import type { ResourceCall } from '@/lib/base/x402/build-call'
import { translateIn } from '@/lib/site/messages/translate'
import { snippetsOfCall } from './snippets'

const t = translateIn('en', 'bazaarTry')

const hostile: ResourceCall = {
  url: `https://shop.example.com/a?b=$(id)&c='";exit`,
  method: 'POST',
  headers: { 'x-note': `'; rm -rf / #`, 'content-type': 'application/json' },
  body: `{"text":"it's \\"so\\" \${x} \\n"}`,
}
const terms = { options: [{ scheme: 'exact', network: 'eip155:84532' }], maxDollars: '$0.02' }
const codeOf = (title: string) =>
  snippetsOfCall(t, hostile, terms).find((snippet) => snippet.title === title)?.code ?? ''

/** The words of a command, as a shell splits it. */
const wordsOf = (command: string) =>
  execFileSync('bash', ['-c', `printf '%s\\n' ${command}`], { encoding: 'utf8' })
    .trimEnd()
    .split('\n')

it('hands a shell exactly its values, whatever they hold', () => {
  const note = `x-note: '; rm -rf / #`
  expect(wordsOf(codeOf('See its price')).slice(2)).toEqual([
    '-X',
    'POST',
    hostile.url,
    '-H',
    'content-type: application/json',
    '-H',
    note,
    '-d',
    hostile.body,
  ])
  expect(wordsOf(codeOf('Pay from a terminal')).slice(4)).toEqual([
    '--method',
    'POST',
    hostile.url,
    '--header',
    note,
    '--data',
    hostile.body,
  ])
})

it('has its values as literals in every language', () => {
  for (const title of ['TypeScript', 'Python']) {
    for (const value of [hostile.url, hostile.body, `'; rm -rf / #`]) {
      expect(codeOf(title)).toContain(JSON.stringify(value))
    }
  }
})
