import { openDatabase } from '@/lib/base/infra/database'
import { buildThesaurus } from '@/lib/bazaar/search/thesaurus/thesaurus'
import { findCorrections } from '@/lib/bazaar/search/vocabulary'

/** The catalog's corrections of a mistyped word in a site's database; its search uses an extension. */
export async function correctWord(databaseUrl: string, word: string): ReturnType<typeof findCorrections> {
  const database = openDatabase(databaseUrl)
  try {
    return await findCorrections(database, word, buildThesaurus([]))
  } finally {
    await database.$disconnect()
  }
}
