/** Goods in their order; operations of one service together, in the place of the first of them. */
export function byService<Goods extends { service: string | null }>(
  goods: Goods[],
): { service: string | null; operations: [Goods, ...Goods[]] }[] {
  const groups: { service: string | null; operations: [Goods, ...Goods[]] }[] = []
  for (const each of goods) {
    const group = each.service === null ? undefined : groups.find(({ service }) => service === each.service)
    if (group) group.operations.push(each)
    else groups.push({ service: each.service, operations: [each] })
  }
  return groups
}
