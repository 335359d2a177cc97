import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildManual, DRAWINGS, type Manual, type ManualContents } from './build-manual'

/** The documents of this release, from the server's folder; kept after the first reading. */
export function readManual(): Promise<Manual> {
  manual ??= readDocuments().catch((cause: unknown) => {
    manual = undefined
    throw cause
  })
  return manual
}

let manual: Promise<Manual> | undefined

async function readDocuments(): Promise<Manual> {
  const folder = join(process.cwd(), 'docs')
  // A file of ours, which a test reads too.
  const contents = JSON.parse(await readFile(join(folder, 'contents.json'), 'utf8')) as ManualContents
  const slugs = contents.flatMap(({ pages }) => pages)
  const texts = await Promise.all(slugs.map((slug) => readFile(join(folder, `${slug}.md`), 'utf8')))
  const bySlug = Object.fromEntries(slugs.map((slug, index) => [slug, texts[index] ?? '']))
  const pictures = join(process.cwd(), 'public', DRAWINGS)
  const drawings = (await readdir(pictures)).map(async (name) => [
    `${DRAWINGS}${name}`,
    await readFile(join(pictures, name), 'utf8'),
  ])
  return buildManual({
    contents,
    texts: bySlug,
    drawings: Object.fromEntries(await Promise.all(drawings)),
  })
}
