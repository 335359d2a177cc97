import pg from 'pg'
import { evmDevnetAccount } from '@/development/devnet/wallets'

/** Stored settings of a route, of usual length. */
const settings = JSON.stringify({
  description: 'A description of the usual length, which says what the buyer gets and in which form it comes.',
  mimeType: 'text/markdown',
  query: [],
  settle: 'after',
  signIn: {},
  discovery: { isListed: false, serviceName: 'Benchmarks', tags: ['bench', 'data'] },
  price: { dollars: '$0.001', networks: ['eip155:84532'] },
  networks: [],
  metering: null,
})

/** Makes a shop with that many live articles. Returns the path of the last. */
export async function fillRoutes(databaseUrl: string, count: number): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(
      `WITH seller AS (
         INSERT INTO sellers (id, account_id, handle, name, revision, created_at)
         VALUES (gen_random_uuid(), gen_random_uuid(), 'bench', 'A shop of the benchmark', 1, now()) RETURNING id
       )
       INSERT INTO seller_payees (seller_id, network, address, confirmed_at)
       SELECT id, 'eip155:84532', $1, now() FROM seller`,
      [evmDevnetAccount('seller').address],
    )
    await client.query(
      `WITH made AS (
         INSERT INTO stored_routes (id, seller_id, kind, state, title, method, path, route_key, shape, settings, revision,
           created_at, updated_at, listed_revision)
         SELECT gen_random_uuid(), id, 'article', 'live', 'Route ' || n, 'GET', '/r' || n, 'GET /x/bench/r' || n, 'r' || n,
           $2::jsonb, 1, now(), now(), 1
         FROM sellers, generate_series(1, $1::int) n WHERE handle = 'bench' RETURNING id
       )
       INSERT INTO route_articles (route_id, teaser, body) SELECT id, 'A teaser.', 'What was paid for.' FROM made`,
      [count, settings],
    )
    await client.query('VACUUM (ANALYZE) stored_routes, route_articles, sellers')
  } finally {
    await client.end()
  }
  return `/x/bench/r${count}`
}
