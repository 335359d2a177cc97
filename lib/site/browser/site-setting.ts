/** A setting of the site from the page's head; null where it has none. */
export function siteSetting(
  name: 'application-name' | 'payment-networks' | 'walletconnect-project-id' | 'on-ramp-url',
): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content || null
}
