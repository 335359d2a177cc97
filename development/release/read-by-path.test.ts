import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { listMigrations } from '@/lib/base/infra/migrations'
import config from '@/next.config'

const within = (folder: string, ending: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`)
const contents = JSON.parse(readFileSync('docs/contents.json', 'utf8')) as { pages: string[] }[]

/** The files that the server reads from its folder, by the source that reads them. */
const readBy: Record<string, string[]> = {
  'app/llms.txt/route.ts': ['lib/site/messages/llms.md'],
  'lib/base/infra/migrations.ts': listMigrations().map((name) => `prisma/migrations/${name}/migration.sql`),
  'lib/bazaar/ingest/snapshot.ts': ['prisma/seed/catalog/listings.jsonl.gz'],
  'lib/bazaar/search/thesaurus/thesaurus.ts': within('lib/bazaar/search/thesaurus', '.txt'),
  'lib/site/demo/articles/articles.ts': within('lib/site/demo/articles/texts', '.md'),
  'lib/site/manual/read-manual.ts': [
    'docs/contents.json',
    ...contents.flatMap(({ pages }) => pages.map((slug) => `docs/${slug}.md`)),
  ],
}

/** Reads them as Next.js does: `**` any folders, `*` any name, `{a,b}` one of these. */
const asExpression = (pattern: string) =>
  new RegExp(
    `^${pattern
      .replace(/[.+]/g, '\\$&')
      .replace(/\{([^}]*)\}/g, (_, names: string) => `(${names.replaceAll(',', '|')})`)
      .replace(/\*\*\/|\*/g, (star) => (star === '*' ? '[^/]*' : '(.*/)?'))}$`,
  )

it('takes along every file that the server reads by its path', () => {
  const taken = (config.outputFileTracingIncludes?.['/*'] ?? []).map(asExpression)
  for (const [source, files] of Object.entries(readBy)) {
    expect([source, files.length]).not.toEqual([source, 0])
    expect([source, files.filter((file) => !taken.some((pattern) => pattern.test(file)))]).toEqual([source, []])
    expect(files.filter((file) => !existsSync(file))).toEqual([])
  }
})

it('knows every source that reads from the folder of the server', () => {
  const sources = execFileSync('git', ['grep', '-lF', 'process.cwd()', '--', 'app', 'lib'], { encoding: 'utf8' })
  // Separate programs are bundled, and started in the folder that they look at.
  const served = sources.split('\n').filter((file) => file && !/\.test\.|^lib\/site\/commands\//.test(file))
  expect(served.toSorted()).toEqual(Object.keys(readBy).toSorted())
})
