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
  /** Where its sources are public. Known to who publishes it alone. */
  repository: z.object({ type: z.string(), url: z.string().url() }).optional(),
})

/** What a package shares with the project that it is made from. */
export type Project = z.infer<typeof projectSchema>

/** In a package's folder, but not packed as they are: what is packed is made of them. */
const made = ['src', 'bin', 'package.json', 'node_modules']

/**
 * Packs an npm package of the project's version: `fill` writes into a folder that has the project's licence and what lies at
 * `sources`, but for its code. What it returns is added to the package's own manifest. Returns the file's path.
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
    // Registries hold the proof of where a package was built against this.
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
