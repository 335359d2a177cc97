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
 * Lets pages to read arrive without the framework: the build manifest names one small script for them instead,
 * which fetches the framework when the reader turns to a control. Everything else stays as Next.js built it.
 * Fails when a route is missing or the manifest has another shape, so that an upgrade cannot undo this in silence.
 */
export async function deferScripts({ distDir, routes }: { distDir: string; routes: readonly string[] }): Promise<void> {
  const path = join(distDir, 'build-manifest.json')
  const manifest = manifestShape.parse(JSON.parse(await readFile(path, 'utf8')))
  const missing = routes.filter((route) => !Object.hasOwn(manifest.pagesChunkGroupBootstrapParams, route))
  if (missing.length > 0) throw new Error(`Expected the build to have the pages ${missing.join(', ')}.`)

  const file = await writeLoader(distDir, manifest.rootMainFiles)
  for (const route of routes) manifest.rootMainFilesTree[route] = [file]
  await writeFile(path, JSON.stringify(manifest, null, 2))
}

async function writeLoader(distDir: string, files: readonly string[]): Promise<string> {
  const source = await readFile(join(import.meta.dirname, 'load-framework.js'), 'utf8')
  const script = `(() => {\n${source.replace('FILES', JSON.stringify(files))}})()\n`
  const file = `static/chunks/load-framework-${createHash('sha256').update(script).digest('hex').slice(0, 12)}.js`
  await writeFile(join(distDir, file), script)
  return file
}
