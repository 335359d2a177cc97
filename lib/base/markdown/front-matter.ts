import { loadAll } from 'js-yaml'

const YAML_BLOCK = /^---[ \t]*\r?\n([\s\S]*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/
const TOML_BLOCK = /^\+\+\+[ \t]*\r?\n([\s\S]*?)\r?\n\+\+\+[ \t]*(?:\r?\n|$)/
const TOML_LINE = /^\s*(#.*|\[.*\]|[\w."'-]+\s*=.*)?$/
const MAXIMUM_CHARACTERS = 20_000

/**
 * Takes the front matter off a Markdown text: a block of YAML or TOML at its very beginning, which is about the text and
 * no part of it. A rule above a paragraph is no front matter, and a block that is not YAML stays. Each door for texts
 * calls this.
 */
export function withoutFrontMatter(markdown: string): string {
  const whole = markdown.replace(/^\uFEFF/, '')
  const [toml = '', tomlLines = ''] = TOML_BLOCK.exec(whole.slice(0, MAXIMUM_CHARACTERS)) ?? []
  if (toml !== '' && tomlLines.split('\n').every((line) => TOML_LINE.test(line.trimEnd())))
    return whole.slice(toml.length).trimStart()
  const [head = '', yaml = ''] = YAML_BLOCK.exec(whole.slice(0, MAXIMUM_CHARACTERS)) ?? []
  return head !== '' && holdsValues(yaml) ? whole.slice(head.length).trimStart() : whole
}

function holdsValues(yaml: string): boolean {
  try {
    // Without aliases: they could expand a short block into a long one.
    const [read]: unknown[] = loadAll(yaml, { maxAliases: 0 })
    return typeof read === 'object' && read !== null
  } catch {
    return false
  }
}
