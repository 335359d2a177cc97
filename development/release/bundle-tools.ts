import { build } from 'esbuild'
import { nodeBundle } from '@/development/programs/node-bundle'

/** The operator's program, by its name in a release. */
const program = { 'turnpike-site': 'lib/site/commands/main.ts' }

export const toolSources: readonly string[] = Object.values(program)

/** Bundles it into files that Node.js runs directly. */
export async function bundleTools(folder: string): Promise<void> {
  await build({
    ...nodeBundle,
    outExtension: { '.js': '.mjs' },
    entryPoints: Object.entries(program).map(([out, source]) => ({ in: source, out })),
    outdir: folder,
    // An addon with a fallback, and an addon that nobody has.
    external: ['secp256k1', 'pg-native'],
  })
}
