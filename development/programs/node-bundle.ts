import type { BuildOptions } from 'esbuild'

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
