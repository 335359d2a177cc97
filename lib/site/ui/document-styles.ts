import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const sheets = ['fonts.css', 'tokens.css', 'prose.css']

/** The style sheets that a document outside the build needs to look like the site; kept after the first reading. */
export function readDocumentStyles(): Promise<string> {
  styles ??= Promise.all(sheets.map((sheet) => readFile(join(process.cwd(), 'lib', 'site', 'ui', sheet), 'utf8'))).then(
    (texts) => texts.join('\n'),
  )
  return styles
}

let styles: Promise<string> | undefined
