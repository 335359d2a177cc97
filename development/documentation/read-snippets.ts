import { readdirSync, readFileSync } from 'node:fs'

/** A fenced block of a document, and its instructions in the comment before it. */
export type ManualSnippet = {
  /** Path from the root of the project, and the line of its fence: `docs/api.md:28`. */
  place: string
  language: string
  text: string
  runBy: string | null
  reason: string | null
}

const BLOCK = /(?:<!-- (run by|not run): (.+?) -->\n\n?)?^```(\w*)\n([\s\S]*?)^```$/gm

export function readSnippets(file: string): ManualSnippet[] {
  const document = readFileSync(file, 'utf8')
  return [...document.matchAll(BLOCK)].map((found) => {
    const [all, word, words = null, language = '', text = ''] = found
    const before = document.slice(0, found.index + all.indexOf('```'))
    return {
      place: `${file}:${before.split('\n').length}`,
      ...{ language, text },
      runBy: word === 'run by' ? words : null,
      reason: word === 'not run' ? words : null,
    }
  })
}

/** All fenced blocks of the README, of the packages' READMEs, and of the documents below `docs`. */
export function readAllSnippets(): ManualSnippet[] {
  const files = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'))
  const packages = readdirSync('packages').map((name) => `packages/${name}/README.md`)
  return ['README.md', ...packages, ...files.map((file) => `docs/${file}`).sort()].flatMap(readSnippets)
}
