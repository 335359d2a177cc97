import { loadAll } from 'js-yaml'
import { isRecord } from '@/lib/base/x402/header-codec'

const YAML_BLOCK = /^---[ \t]*\r?\n([\s\S]*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/
const TOML_BLOCK = /^\+\+\+[ \t]*\r?\n([\s\S]*?)\r?\n\+\+\+[ \t]*(?:\r?\n|$)/
const TOML_LINE = /^\s*(#.*|\[.*\]|[\w."'-]+\s*=.*)?$/
const MAXIMUM_CHARACTERS = 20_000

/** A text without what other programs write above it, and the names and values in that; null where there is none. */
export type UnfrontedText = { front: Record<string, unknown> | null; text: string }

/**
 * Takes the front matter off a Markdown text: a block of YAML or TOML at its very beginning, which is about the text and
 * no part of it. Of TOML the values are not read. A rule above a paragraph is no front matter. Each door for texts calls
 * this. Fails where a block that looks like names and values is not YAML.
 */
export function takeFrontMatter(markdown: string): UnfrontedText {
  const whole = markdown.replace(/^\uFEFF/, '')
  const [toml = '', tomlLines = ''] = TOML_BLOCK.exec(whole.slice(0, MAXIMUM_CHARACTERS)) ?? []
  if (toml !== '' && tomlLines.split('\n').every((line) => TOML_LINE.test(line.trimEnd())))
    return { front: {}, text: whole.slice(toml.length).trimStart() }
  const [head = '', yaml = ''] = YAML_BLOCK.exec(whole.slice(0, MAXIMUM_CHARACTERS)) ?? []
  if (head === '') return { front: null, text: whole }
  // Without aliases: they could expand a short file into a long one.
  const [read] = loadAll(yaml, { maxAliases: 0 })
  if (!isRecord(read) && !Array.isArray(read)) return { front: null, text: whole }
  return { front: isRecord(read) ? read : {}, text: whole.slice(head.length).trimStart() }
}

/** The same for a text that is stored as it is where its block cannot be read. */
export function withoutFrontMatter(markdown: string): string {
  try {
    return takeFrontMatter(markdown).text
  } catch {
    return markdown
  }
}
