import { openDatabase } from '@/lib/base/infra/database'
import { createVectorTable } from '@/lib/bazaar/search/semantic/vector-table'

/** Makes the table that search by meaning needs, in a database with pgvector; says what it did. */
export async function makeVectors(databaseUrl: string, length: number): Promise<string> {
  const database = openDatabase(databaseUrl)
  try {
    const isMade = await createVectorTable(database, length)
    return isMade ? `Made catalog_vectors for vectors of ${length} numbers.` : 'Nothing to do.'
  } finally {
    await database.$disconnect()
  }
}
