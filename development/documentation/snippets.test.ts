import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readAllSnippets } from './read-snippets'

const snippets = readAllSnippets()

describe('a fenced block of the README or of a document', () => {
  test('is run by a test that reads its document, or says why not', () => {
    expect(snippets.length).toBeGreaterThan(30)
    expect(snippets.filter(({ runBy, reason }) => runBy === null && reason === null)).toEqual([])
    const unread = snippets.filter(({ runBy, place }) => {
      const [file = ''] = place.split(':')
      return runBy !== null && !(existsSync(runBy) && readFileSync(runBy, 'utf8').includes(`'${file}'`))
    })
    expect(unread).toEqual([])
  })

  const ofExamples = snippets.filter(({ reason }) => reason?.startsWith('a part of examples/'))
  test.each(ofExamples)('stands in its example word for word: $place', ({ text, reason }) => {
    const folder = reason?.slice('a part of '.length) ?? ''
    const files = execFileSync('git', ['ls-files', folder], { encoding: 'utf8' }).trim().split('\n')
    expect(files.filter((file) => readFileSync(file, 'utf8').includes(text))).toHaveLength(1)
  })

  const inShell = snippets.filter(({ language }) => language === 'sh')
  test.each(inShell)('is what a shell can read: $place', ({ text }) => {
    execFileSync('sh', ['-n'], { input: text.replace(/<[a-z ]+>/g, 'placeholder'), stdio: ['pipe', 'ignore', 'pipe'] })
  })

  const inJson = snippets.filter(({ language }) => language === 'json')
  test.each(inJson)('is JSON: $place', ({ text }) => {
    expect(JSON.parse(text)).toBeTypeOf('object')
  })
})
