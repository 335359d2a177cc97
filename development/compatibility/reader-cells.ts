import type { ReaderCell } from './cell'

const cellOf = (packages: string[], program: string, what: string, given?: ReaderCell['given']): ReaderCell => ({
  ...{ kind: 'reader', packages, program: `readers/${program}.mjs`, what },
  ...(given && { given }),
})

const documents = 'the four OpenAPI documents'
const previews = 'the cards of what people share'

export const readerCells: ReaderCell[] = [
  cellOf(['@x402/extensions'], 'bazaar', "the bazaar's list by pages, and a search"),
  cellOf(['@x402/core', '@x402/extensions'], 'terms', 'the terms of every address in `/.well-known/x402`'),
  cellOf(['@agentcash/discovery'], 'agentcash', 'discovery, a check, the audit of `/openapi.json`'),
  cellOf(['@apidevtools/swagger-parser'], 'swagger-parser', documents),
  cellOf(['@seriousme/openapi-schema-validator'], 'seriousme', documents),
  cellOf(['@scalar/openapi-parser'], 'scalar', documents),
  cellOf(['@redocly/openapi-core'], 'redocly', `${documents}, recommended rules`),
  cellOf(['fast-xml-parser'], 'fast-xml-parser', 'the sitemap'),
  cellOf(['robots-parser'], 'robots', '`/robots.txt`: what is sold is open, what is private closed'),
  cellOf(['sitemapper'], 'sitemapper', 'every address of the sitemap'),
  cellOf(['open-graph-scraper'], 'previews', previews, { library: 'open-graph-scraper' }),
  cellOf(['unfurl.js'], 'previews', previews, { library: 'unfurl.js' }),
  cellOf(['@modelcontextprotocol/inspector'], 'inspector', '`/mcp` and `/mcp/discovery`: tools, and an unpaid call'),
  cellOf(['@ai-sdk/mcp'], 'ai-sdk', '`/mcp`: tools, and an unpaid call'),
  cellOf(['html-validate'], 'html-validate', 'six pages, standard rules'),
]
