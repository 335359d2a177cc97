import { z } from 'zod'
import { ruled } from '@/lib/base/sentences/say'

const passScope = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('shop') }).strict(),
  z.object({ kind: z.literal('tag'), tag: z.string().trim().min(1, ruled('passTag')).max(200) }).strict(),
  z.object({ kind: z.literal('gateway'), gatewayId: z.string().uuid(ruled('passGateway')) }).strict(),
  z
    .object({ kind: z.literal('routes'), routeIds: z.array(z.string().uuid()).min(1, ruled('passRoutes')).max(500) })
    .strict(),
])

export const passSettings = z
  .object({
    days: z
      .number({ invalid_type_error: ruled('useNumber') })
      .int(ruled('passDays'))
      .min(1, ruled('passDays'))
      .max(3_650, ruled('passDays')),
    scope: passScope.default({ kind: 'shop' }),
    callsPerDay: z
      .number({ invalid_type_error: ruled('useNumber') })
      .int(ruled('passCalls'))
      .min(1, ruled('passCalls'))
      .max(10_000_000, ruled('passCalls'))
      .nullable()
      .default(null)
      .describe('Calls of APIs that it opens in a day of UTC. Null: any number.'),
    keepsRead: z
      .boolean()
      .default(false)
      .describe(
        'A text or file that was opened with it stays open after its end, where the route is kept by its buyers.',
      ),
  })
  .strict()
export type PassSettings = z.infer<typeof passSettings>
