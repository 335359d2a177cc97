import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { readManifest } from './read-manifest'

const projectSchema = z.object({
  version: z.string(),
  license: z.string(),
  engines: z.record(z.string()),
  dependencies: z.record(z.string()),
  /** Where its sources are public. Known only to the publisher. */
  repository: z.object({ type: z.string(), url: z.string().url() }).optional(),
})

/** Facts that a package shares with the project that it is made from. */
export type Project = z.infer<typeof projectSchema>

/** Not packed as they are: the packed files are made from them. */
const made = ['src', 'bin', 'package.json', 'node_modules']

/**
 * Packs an npm package of the project's version: `fill` writes into a folder that has the project's licence and the
 * content of `sources` without its code, and returns additions to the package's manifest. Returns the file's path.
 */
export async function packFolder(
  { sources, destination }: { sources: string; destination: string },
  fill: (folder: string, project: Project) => Promise<Record<string, unknown>>,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-package-'))
  try {
    cpSync(sources, folder, { recursive: true, filter: (file) => !made.includes(basename(file)) })
    cpSync('LICENSE', join(folder, 'LICENSE'))
    const manifest = readManifest(sources)
    const project = projectSchema.parse(JSON.parse(readFileSync('package.json', 'utf8')))
    const added = await fill(folder, project)
    const { version, license, engines, repository } = project
    // Registries compare this with the proof of where a package was built.
    const from = repository && { repository: { ...repository, directory: sources } }
    const { name, ...own } = manifest
    writeFileSync(join(folder, 'package.json'), asJson({ name, version, ...own, license, engines, ...added, ...from }))
    mkdirSync(destination, { recursive: true })
    await promisify(execFile)('npm', ['pack', '--pack-destination', destination, folder])
    return join(destination, `${name}-${version}.tgz`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
