import pg from 'pg'
import { evmDevnetAccount } from '@/development/devnet/wallets'

/** Settings of a route as they are stored, of a length that is usual. */
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
      `with seller as (
         insert into sellers (id, account_id, handle, name, revision, created_at)
         values (gen_random_uuid(), gen_random_uuid(), 'bench', 'A shop of the benchmark', 1, now()) returning id
       )
       insert into seller_payees (seller_id, network, address, confirmed_at)
       select id, 'eip155:84532', $1, now() from seller`,
      [evmDevnetAccount('seller').address],
    )
    await client.query(
      `with made as (
         insert into stored_routes (id, seller_id, kind, state, title, method, path, route_key, shape, settings, revision,
           created_at, updated_at, listed_revision)
         select gen_random_uuid(), id, 'article', 'live', 'Route ' || n, 'GET', '/r' || n, 'GET /x/bench/r' || n, 'r' || n,
           $2::jsonb, 1, now(), now(), 1
         from sellers, generate_series(1, $1::int) n where handle = 'bench' returning id
       )
       insert into route_articles (route_id, teaser, body) select id, 'A teaser.', 'What was paid for.' from made`,
      [count, settings],
    )
    await client.query('vacuum (analyze) stored_routes, route_articles, sellers')
  } finally {
    await client.end()
  }
  return `/x/bench/r${count}`
}
