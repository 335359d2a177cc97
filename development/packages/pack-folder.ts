import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

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

/** A package's own part of its package.json. */
export type Manifest = { name: string } & Record<string, unknown>

/**
 * Packs an npm package of the project's version: `fill` writes into a folder that has the project's licence and what lies at
 * `sources`, and returns the package's own manifest. Returns the file's path.
 */
export async function packFolder(
  { sources, destination }: { sources: string; destination: string },
  fill: (folder: string, project: Project) => Promise<Manifest>,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-package-'))
  try {
    cpSync(sources, folder, { recursive: true })
    cpSync('LICENSE', join(folder, 'LICENSE'))
    const project = projectSchema.parse(JSON.parse(readFileSync('package.json', 'utf8')))
    const manifest = await fill(folder, project)
    const { version, license, engines, repository } = project
    // Registries hold the proof of where a package was built against this.
    const from = repository && { repository: { ...repository, directory: sources } }
    writeFileSync(join(folder, 'package.json'), asJson({ ...manifest, version, license, engines, ...from }))
    mkdirSync(destination, { recursive: true })
    await promisify(execFile)('npm', ['pack', '--pack-destination', destination, folder])
    return join(destination, `${manifest.name}-${version}.tgz`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
