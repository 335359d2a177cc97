import type { RouteSettings } from '../routes/route-input'

/** Settings made for the single route, which the gateway's input does not have. */
export function keepOwn(settings: RouteSettings, stored: RouteSettings): RouteSettings {
  const { serviceName, tags, iconUrl } = stored.discovery
  return {
    ...settings,
    settle: settings.metering ? 'after' : stored.settle,
    signIn: stored.signIn,
    isTool: stored.isTool,
    ...keepPrices(settings, stored),
    discovery: {
      ...settings.discovery,
      ...(serviceName === undefined ? {} : { serviceName }),
      ...(tags === undefined ? {} : { tags }),
      ...(iconUrl === undefined ? {} : { iconUrl }),
    },
  }
}

/** Keeps a route's several prices while the gateway names their highest and sells on their networks. */
function keepPrices(
  { price, metering }: RouteSettings,
  stored: RouteSettings,
): Pick<RouteSettings, 'price' | 'options'> {
  const isAsBefore =
    price !== null &&
    price.dollars === stored.price?.dollars &&
    stored.price.networks.every((network) => price.networks.includes(network)) &&
    (metering !== null || stored.options.every(({ scheme }) => scheme === 'exact'))
  if (isAsBefore && stored.options.length > 0) return { price: stored.price, options: stored.options }
  return { price: price && { ...price, manySmallCalls: stored.price?.manySmallCalls ?? false }, options: [] }
}
