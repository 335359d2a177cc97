import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const nameSchema = z.object({ name: z.string(), version: z.string() })

/** The licences of all packages that any of the files belong to, as their authors require. */
export function listLicencesOf(files: string[]): string {
  const folders = new Set(files.flatMap((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []))
  const parts = [...folders].flatMap((folder) => {
    const parsed = nameSchema.safeParse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
    if (!parsed.success) return []
    const { name, version } = parsed.data
    return [{ title: `${name} ${version}`, text: licenceIn(folder) }]
  })
  const sorted = [...new Map(parts.map((part) => [part.title, part.text]))].sort(([a], [b]) => (a < b ? -1 : 1))
  return `# Libraries in this package\n\n${sorted.map(([title, text]) => `## ${title}\n\n${text.trim()}\n`).join('\n')}`
}

function licenceIn(folder: string): string {
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)(\.|-|$)/i.test(name))
  if (file !== undefined && existsSync(join(folder, file))) return readFileSync(join(folder, file), 'utf8')
  const { license } = z
    .object({ license: z.string() })
    .parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  return `Licence: ${license}`
}
