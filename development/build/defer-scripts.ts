import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const manifestShape = z
  .object({
    rootMainFiles: z.array(z.string()).min(1),
    rootMainFilesTree: z.record(z.array(z.string())),
    pagesChunkGroupBootstrapParams: z.record(z.unknown()),
  })
  .passthrough()

/**
 * Makes pages arrive without the framework: the build manifest names one small script for them instead, which loads the
 * framework when the reader uses a control on `pagesToRead`, and after the first paint on all others and where something
 * with `data-at-once` is seen. Everything else stays as Next.js built it. Fails when such a page is missing or the manifest has another shape, so that an upgrade
 * cannot undo this unnoticed.
 */
export async function deferScripts({
  distDir,
  pagesToRead,
}: {
  distDir: string
  pagesToRead: readonly string[]
}): Promise<void> {
  const path = join(distDir, 'build-manifest.json')
  const manifest = manifestShape.parse(JSON.parse(await readFile(path, 'utf8')))
  // The page of last resort is built ahead, and needs the framework to show anything.
  const pages = Object.keys(manifest.pagesChunkGroupBootstrapParams).filter(
    (page) => !page.startsWith('/_global-error'),
  )
  const missing = pagesToRead.filter((page) => !pages.includes(page))
  if (missing.length > 0) throw new Error(`Expected the build to have the pages ${missing.join(', ')}.`)

  const [onIntent, afterPaint] = await Promise.all([
    writeLoader(distDir, manifest.rootMainFiles, true),
    writeLoader(distDir, manifest.rootMainFiles, false),
  ])
  for (const page of pages) manifest.rootMainFilesTree[page] = [pagesToRead.includes(page) ? onIntent : afterPaint]
  await writeFile(path, JSON.stringify(manifest, null, 2))
}

async function writeLoader(distDir: string, files: readonly string[], isOnIntent: boolean): Promise<string> {
  const source = await readFile(join(import.meta.dirname, 'load-framework.js'), 'utf8')
  const script = `(() => {\n${source.replace('FILES', JSON.stringify(files)).replace('IS_ON_INTENT', String(isOnIntent))}})()\n`
  const file = `static/chunks/load-framework-${createHash('sha256').update(script).digest('hex').slice(0, 12)}.js`
  await writeFile(join(distDir, file), script)
  return file
}
