import { openDatabase } from '@/lib/base/infra/database'
import { createVectorTable } from '@/lib/bazaar/search/semantic/vector-table'

/** Creates the table for search by meaning, in a database with pgvector; returns a sentence about it. */
export async function makeVectors(databaseUrl: string, length: number): Promise<string> {
  const database = openDatabase(databaseUrl)
  try {
    const isMade = await createVectorTable(database, length)
    return isMade ? `Made catalog_vectors for vectors of ${length} numbers.` : 'Nothing to do.'
  } finally {
    await database.$disconnect()
  }
}
