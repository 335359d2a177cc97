import type { NextConfig } from 'next'
import createNextIntlPlugin from 'next-intl/plugin'
import { deferScripts } from './development/build/defer-scripts'

/**
 * On these the framework's scripts follow when a control is used, or where `data-at-once` is seen; on others, after the
 * first paint.
 */
const pagesToRead = [
  '/(site)/page',
  '/(site)/articles/page',
  '/(site)/bazaar/page',
  '/(site)/bazaar/add/page',
  '/(site)/bazaar/entry/[entryId]/page',
  '/(site)/bought/page',
  '/(site)/checkout/page',
  '/(site)/dashboard/page',
  '/(site)/docs/page',
  '/(site)/docs/[...slug]/page',
  '/(site)/library/page',
  '/(site)/shop/[handle]/page',
  '/(site)/unsold/page',
  '/_not-found/page',
]

const config: NextConfig = {
  // For the image: a server with no more of node_modules than it uses. `next start` does without.
  ...(process.env.BUILD_OUTPUT === 'standalone' && {
    output: 'standalone' as const,
  }),
  reactStrictMode: true,
  poweredByHeader: false,
  // Title and description come with the head of every page, not later by a script.
  htmlLimitedBots: /./,
  // Pictures are made by the pages or by the icon proxy; the optimizer would be one more public endpoint.
  images: { unoptimized: true },
  // `npm run verify` checks the same files, by a compiler without the interface that Next.js would use.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // A page's modules are loaded when it is first asked for: most instances show few of them.
    preloadEntriesOnStart: false,
    // The longest text of an article has half a million characters.
    serverActions: { bodySizeLimit: '2mb' },
    // Written for a next build that seldom comes: it took a fifth of this one.
    turbopackFileSystemCacheForBuild: false,
    // Three quarters of what a build wrote for its server were maps that nothing reads.
    turbopackSourceMaps: false,
    turbopackInputSourceMaps: false,
  },
  serverExternalPackages: [
    'pg',
    'secp256k1',
    '@opentelemetry/context-async-hooks',
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-trace-base',
  ],
  // Read by their paths from the folder of the server; no import leads to them.
  outputFileTracingIncludes: {
    '/*': [
      'docs/**/*.md',
      'public/diagrams/*.svg',
      'docs/contents.json',
      'lib/bazaar/search/thesaurus/*.txt',
      'lib/site/demo/articles/texts/*.md',
      'lib/site/messages/llms.md',
      'prisma/migrations/*/migration.sql',
      'prisma/seed/catalog/listings.jsonl.gz',
    ],
  },
  headers: async () => [
    { source: '/fonts/:file', headers: [{ key: 'Cache-Control', value: 'public, max-age=604800' }] },
  ],
  // Programs call these interfaces, so an unknown address is answered as a problem, and no page reads the body.
  rewrites: async () => ({
    // A shop's own address, which people share and feeds name, is its page for every reader.
    beforeFiles: [
      { source: '/x/:handle', destination: '/shop/:handle' },
      { source: '/.well-known/x402.json', destination: '/.well-known/x402' },
      // The framework's page for its own faults, which has status 500 at its own address too.
      { source: '/_global-error', destination: '/refused' },
    ],
    afterFiles: [],
    fallback: [{ source: '/:interface(_next|api|devnet|facilitator|fonts|mcp|x)/:rest*', destination: '/refused' }],
  }),
  compiler: {
    runAfterProductionCompile: ({ distDir }) => deferScripts({ distDir, pagesToRead }),
  },
}

export default createNextIntlPlugin({
  requestConfig: './app/_components/request-messages.ts',
  // TypeScript widens what JSON holds to `string`; this writes a declaration with each text, so that keys and arguments
  // are checked.
  experimental: {
    createMessagesDeclaration: ['site/messages/en', 'site/messages/failure/en', 'base/sentences/en'].map(
      (name) => `./lib/${name}.json`,
    ),
  },
})(config)
