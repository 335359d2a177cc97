import { build } from 'esbuild'

/** The operator's program, by its name in a release. */
const program = { 'turnpike-site': 'lib/site/commands/site/main.ts' }

export const toolSources: readonly string[] = Object.values(program)

/** CommonJS packages still load Node.js's own modules by `require`. */
const REQUIRE_HERE =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);"

/** Bundles it into files that Node.js runs directly. */
export async function bundleTools(folder: string): Promise<void> {
  await build({
    entryPoints: Object.entries(program).map(([out, source]) => ({ in: source, out })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // WebAssembly beside its loader, an addon with a fallback, and an addon that nobody has.
    external: ['@prisma/schema-engine-wasm', 'secp256k1', 'pg-native'],
    banner: { js: REQUIRE_HERE },
    logLevel: 'warning',
  })
}
