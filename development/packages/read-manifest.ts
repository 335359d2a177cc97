import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** Version and licence are the project's: a package that had its own version could be published from its sources. */
const manifestSchema = z
  .object({
    name: z.string(),
    version: z.undefined(),
    license: z.undefined(),
    bin: z.record(z.string()).optional(),
    dependencies: z.record(z.string()).optional(),
  })
  .passthrough()

/** A package's own part of its package.json. */
export const readManifest = (sources: string): z.infer<typeof manifestSchema> =>
  manifestSchema.parse(JSON.parse(readFileSync(join(sources, 'package.json'), 'utf8')))

/** The SDK is not stable yet: another version may read a payment otherwise than the one that was tested. */
const isPinned = (name: string) => name.startsWith('@x402/')

/** Fails where a package asks for other versions than those that the project's tests run with, and newer ones that fit. */
export function refuseUntested(asked: Record<string, string>, tested: Record<string, string>): void {
  for (const [name, range] of Object.entries(asked)) {
    const version = tested[name]
    if (version === undefined) throw new Error(`${name} is no dependency of the project.`)
    const expected = isPinned(name) ? version : `^${version}`
    if (range !== expected) throw new Error(`The package asks for ${name} ${range}; what is tested is ${expected}.`)
  }
}
