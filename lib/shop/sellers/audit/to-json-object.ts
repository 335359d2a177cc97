import type { Prisma } from '@/lib/base/infra/database'

/** An object as JSON keeps it. */
export const toJsonObject = (facts: object): Prisma.InputJsonObject =>
  JSON.parse(JSON.stringify(facts)) as Prisma.InputJsonObject // An object goes in, so an object comes out.
