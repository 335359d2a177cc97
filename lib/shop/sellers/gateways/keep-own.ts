import type { RouteSettings } from '../routes/route-input'

/** What was set for the one route by itself, and a gateway says nothing of. */
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

/** Several prices stay while the gateway says what it was told of them: the dearest, on networks that it sells on. */
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
