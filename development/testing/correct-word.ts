import { openDatabase } from '@/lib/base/infra/database'
import { buildThesaurus } from '@/lib/bazaar/search/thesaurus/thesaurus'
import { findCorrections } from '@/lib/bazaar/search/vocabulary'

/** What the catalog of a site's database takes a mistyped word for; its search uses an extension. */
export async function correctWord(databaseUrl: string, word: string): ReturnType<typeof findCorrections> {
  const database = openDatabase(databaseUrl)
  try {
    return await findCorrections(database, word, buildThesaurus([]))
  } finally {
    await database.$disconnect()
  }
}
