export type Excuse = { packages: string[]; licence: string; reason: string }

/**
 * Packages of the production tree whose licence is not on the permissive list, and why each may stay. An excuse holds
 * only for the licence that it names; one that is no longer needed fails the check.
 */
export const excusedLicences: Excuse[] = [
  {
    packages: [
      '@img/sharp-libvips-darwin-arm64',
      '@img/sharp-libvips-darwin-x64',
      '@img/sharp-libvips-linux-arm',
      '@img/sharp-libvips-linux-arm64',
      '@img/sharp-libvips-linux-ppc64',
      '@img/sharp-libvips-linux-riscv64',
      '@img/sharp-libvips-linux-s390x',
      '@img/sharp-libvips-linux-x64',
      '@img/sharp-libvips-linuxmusl-arm64',
      '@img/sharp-libvips-linuxmusl-x64',
    ],
    licence: 'LGPL-3.0-or-later',
    reason:
      'Decodes images, below sharp: libvips as a shared library, unchanged and replaceable. Nothing of it is bundled.',
  },
  {
    packages: ['@img/sharp-win32-arm64', '@img/sharp-win32-ia32', '@img/sharp-win32-x64'],
    licence: 'Apache-2.0 AND LGPL-3.0-or-later',
    reason: 'The same shared library, for Windows.',
  },
  {
    packages: ['@img/sharp-wasm32'],
    licence: 'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
    reason: 'The same library as WebAssembly, in a file of its own.',
  },
  {
    packages: ['rpc-websockets'],
    licence: 'LGPL-3.0-only',
    reason: 'Comes with @solana/web3.js, unchanged, as a separate package that anyone may replace.',
  },
  {
    packages: ['@ethereumjs/rlp', '@ethereumjs/tx', '@ethereumjs/util'],
    licence: 'MPL-2.0',
    reason:
      'Copyleft by file, and the files are unchanged. They come with a wallet connector that the site does not load.',
  },
  {
    packages: ['caniuse-lite'],
    licence: 'CC-BY-4.0',
    reason: 'Data about browsers that the build reads; it asks for attribution only.',
  },
  {
    packages: ['text-encoding-utf-8'],
    licence: 'none',
    reason: 'Declares no licence; its LICENSE.md puts it into the public domain (Unlicense).',
  },
]
