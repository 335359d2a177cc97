import { build } from 'esbuild'

/** The operator's programs, by the name that they have in a release. */
const tools = {
  backup: 'lib/processes/backup/main.ts',
  doctor: 'lib/processes/doctor/main.ts',
  migrate: 'lib/processes/migrate/main.ts',
  reconcile: 'lib/processes/reconcile/main.ts',
  restore: 'lib/processes/restore/main.ts',
  'facilitator-key': 'lib/processes/facilitator-key/main.ts',
  'sign-out-everybody': 'lib/processes/sign-out-everybody/main.ts',
}

export const toolSources: readonly string[] = Object.values(tools)

/** Packages that are CommonJS still ask for Node.js's own modules by `require`. */
const REQUIRE_HERE =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);"

/** Bundles each of them into one file that Node.js runs as it is. */
export async function bundleTools(folder: string): Promise<void> {
  await build({
    entryPoints: Object.entries(tools).map(([out, source]) => ({ in: source, out })),
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
