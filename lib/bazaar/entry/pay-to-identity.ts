/** Addresses are compared per family: EVM in any case, others exactly. */
export const payToIdentity = (network: string, payTo: string): string =>
  network.startsWith('eip155:') ? payTo.toLowerCase() : payTo
