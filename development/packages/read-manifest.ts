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

/** Its own part of a package's package.json. */
export type Manifest = z.infer<typeof manifestSchema>

export const readManifest = (sources: string): Manifest =>
  manifestSchema.parse(JSON.parse(readFileSync(join(sources, 'package.json'), 'utf8')))
