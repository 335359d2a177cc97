import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deferScripts } from './defer-scripts'

const manifest = {
  rootMainFiles: ['static/chunks/a.js', 'static/chunks/b.js'],
  rootMainFilesTree: {},
  pagesChunkGroupBootstrapParams: { '/articles/page': {}, '/dashboard/page': {} },
  chunkLoadingGlobal: 'TURBOPACK',
}
let distDir: string

beforeEach(async () => {
  distDir = await mkdtemp(join(tmpdir(), 'turnpike-build-'))
  await mkdir(join(distDir, 'static/chunks'), { recursive: true })
  await writeManifest(manifest)
})
afterEach(() => rm(distDir, { recursive: true }))

describe('deferring the scripts of pages to read', () => {
  it('names one script that fetches the others, when a control is used or after the first paint, and leaves the rest alone', async () => {
    await deferScripts({ distDir, pagesToRead: ['/articles/page'] })

    const { rootMainFilesTree, ...rest } = await readManifest()
    expect({ ...rest, rootMainFilesTree: {} }).toEqual(manifest)
    expect(Object.keys(rootMainFilesTree)).toEqual(['/articles/page', '/dashboard/page'])
    for (const [page, isOnIntent] of [
      ['/articles/page', true],
      ['/dashboard/page', false],
    ] as const) {
      const [file, ...others] = rootMainFilesTree[page] ?? []
      expect(file).toMatch(/^static\/chunks\/load-framework-[0-9a-f]{12}\.js$/)
      expect(others).toEqual([])
      const script = await readFile(join(distDir, file ?? ''), 'utf8')
      expect(script).toContain('["static/chunks/a.js","static/chunks/b.js"]')
      expect(script).toContain(`isOnIntent = ${isOnIntent}`)
      expect(() => new Function(script)).not.toThrow()
    }
  })

  it('gives the same result when it runs twice', async () => {
    await deferScripts({ distDir, pagesToRead: ['/articles/page'] })
    const once = await readManifest()
    await deferScripts({ distDir, pagesToRead: ['/articles/page'] })
    expect(await readManifest()).toEqual(once)
  })

  it('fails on a page that the build does not have', async () => {
    await expect(deferScripts({ distDir, pagesToRead: ['/artikles/page'] })).rejects.toThrow('/artikles/page')
  })

  it('fails on a manifest of another shape', async () => {
    await writeManifest({ rootMainFiles: [] })
    await expect(deferScripts({ distDir, pagesToRead: [] })).rejects.toThrow()
  })
})

const writeManifest = (value: unknown) => writeFile(join(distDir, 'build-manifest.json'), JSON.stringify(value))

async function readManifest(): Promise<typeof manifest & { rootMainFilesTree: Record<string, string[]> }> {
  return JSON.parse(await readFile(join(distDir, 'build-manifest.json'), 'utf8'))
}
