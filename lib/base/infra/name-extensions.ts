import pg from 'pg'

/** SQL, to be followed by a name: which schema an extension is in. */
export const SCHEMA_OF_EXTENSION = `
  SELECT nspname AS schema FROM pg_extension JOIN pg_namespace space ON space.oid = extnamespace WHERE extname = `

/** Puts the schema before the names of extensions in a migration's script, unless the script makes them. */
export async function nameExtensions(client: pg.ClientBase, script: string): Promise<string> {
  const { rows } = await client.query<{ schema: string }>(`${SCHEMA_OF_EXTENSION} 'pg_trgm'`)
  const [found] = rows
  return found
    ? script.replaceAll(/\bgin_trgm_ops\b/g, () => `${pg.escapeIdentifier(found.schema)}.gin_trgm_ops`)
    : script
}
