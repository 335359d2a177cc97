import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const buildInputs = [
  'app',
  'development/build',
  'lib',
  'public',
  'prisma/schema',
  'package-lock.json',
  'next.config.ts',
  'postcss.config.mjs',
  'tsconfig.json',
  'proxy.ts',
  'instrumentation.ts',
]
const isLeftOut = (name: string) => /\.test\.tsx?$|^generated$|^artifacts$|\.sol$/.test(name)

/** One hash over everything that the build is made from, the same in every clone with the same files. */
export function hashSources(root = '.'): string {
  const hash = createHash('sha256').update(process.versions.node)
  for (const file of buildInputs.flatMap((input) => filesUnder(root, input))) {
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

function filesUnder(root: string, path: string): string[] {
  const stats = statSync(join(root, path), { throwIfNoEntry: false })
  if (!stats) return []
  if (!stats.isDirectory()) return [path]
  const names = readdirSync(join(root, path)).filter((name) => !isLeftOut(name))
  return names.sort().flatMap((name) => filesUnder(root, join(path, name)))
}
