import type { Database } from '@/lib/base/infra/database'

export type Sizes = { sellers: number; routes: number; payments: number }

/** Stored settings of a route, of usual length. */
const settings = JSON.stringify({
  description: 'A description of the usual length, which says what the buyer gets and in which form it comes.',
  mimeType: 'application/json',
  query: [],
  settle: 'after',
  signIn: {},
  discovery: { isListed: false, serviceName: 'Benchmarks', tags: ['bench', 'data'] },
  price: { dollars: '$0.01', networks: ['eip155:84532'] },
  networks: [],
  metering: null,
})

/**
 * Fills an empty database only by SQL. The first seller has a tenth of all routes and a fifth of all payments; the rest
 * is spread evenly. Payments are from the last ninety days, with realistic outcomes.
 */
export async function fillShops(database: Database, { sellers, routes, payments }: Sizes): Promise<void> {
  await database.$executeRaw`
    INSERT INTO sellers (id, account_id, handle, name, revision, created_at)
    SELECT gen_random_uuid(), gen_random_uuid(), 'shop-' || n, 'Shop ' || n, 1, now() FROM generate_series(1, ${sellers}::int) n`
  await database.$executeRaw`
    INSERT INTO seller_payees (seller_id, network, address, confirmed_at)
    SELECT id, 'eip155:84532', '0x1111111111111111111111111111111111111111', now() FROM sellers`
  const largest = Math.floor(routes / 10)
  await database.$executeRaw`
    INSERT INTO stored_routes (id, seller_id, kind, state, title, method, path, route_key, shape, settings, revision,
      created_at, updated_at, listed_revision)
    SELECT gen_random_uuid(), seller.id, CASE WHEN n % 5 = 0 THEN 'api' ELSE 'article' END, 'live', 'Route ' || n, 'GET',
      '/r' || n, 'GET /x/' || seller.handle || '/r' || n, 'r' || n, ${settings}::jsonb, 1, now() - n * interval '1 minute', now(), 1
    FROM sellers seller, generate_series(1, CASE WHEN seller.handle = 'shop-1' THEN ${largest}::int
      ELSE (${routes}::int - ${largest}::int) / (${sellers}::int - 1) END) n`
  await fillPayments(database, { sellers, routes, payments })
  await database.$executeRaw`
    INSERT INTO webhook_endpoints (id, seller_id, url, events, sealed_key, swept_until, created_at)
    SELECT gen_random_uuid(), id, 'https://example.com/hook', ARRAY['payment.settled', 'upstream.failing'], '\\x00', now(), now() FROM sellers`
  await database.$executeRaw`VACUUM (ANALYZE)`
}

async function fillPayments(database: Database, { sellers, routes, payments }: Sizes): Promise<void> {
  const largest = Math.floor(routes / 10)
  const others = Math.floor((routes - largest) / (sellers - 1))
  await database.$executeRaw`
    INSERT INTO payments (id, authorization_key, route_key, resource_uri, network, scheme, asset, payer, payer_identity, pay_to,
      authorized_atomic, settled_atomic, status, reason, transaction, request_fingerprint, payload, requirements,
      claimed_at, verified_at, produced_at, settled_at, delivered_at, ended_at)
    SELECT gen_random_uuid(), 'bench ' || n, 'GET ' || path, 'http://localhost:4021' || path, 'eip155:84532', 'exact',
      '0x036cbd53842c5426634e7929541ec2318f3dcf7e', '0xPayer' || n % 5000, '0xpayer' || n % 5000,
      '0x1111111111111111111111111111111111111111', 10000, CASE WHEN is_settled THEN 10000 END,
      CASE WHEN is_settled THEN 'settled' WHEN n % 2 = 1 THEN 'refused' ELSE 'abandoned' END,
      CASE WHEN is_settled THEN NULL ELSE 'handler_502' END, CASE WHEN is_settled THEN '0x' || md5(n::text) || md5(n::text) END,
      md5(n::text), '{"x402Version": 2}', '{"scheme": "exact"}',
      at, at, at, CASE WHEN is_settled THEN at END, CASE WHEN is_settled THEN at END, CASE WHEN is_settled THEN NULL ELSE at END
    FROM (
      SELECT n, random() < 0.9 AS is_settled, now() - random() * interval '90 days' AS at, CASE WHEN n % 5 = 0
        THEN '/x/shop-1/r' || 1 + floor(power(random(), 3) * ${largest}::int)
        ELSE '/x/shop-' || 2 + floor(random() * (${sellers}::int - 1)) || '/r' || 1 + floor(power(random(), 2) * ${others}::int)
      END AS path
      FROM generate_series(1, ${payments}::int) n
    ) AS made`
}
