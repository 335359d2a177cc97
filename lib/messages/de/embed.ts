import type { Translation } from '../catalog'
import type { embed as english } from '../en/embed'

export const embed: Translation<typeof english> = {
  visit: '{shop} besuchen',
  buyFor: 'Kaufen für {price}',
  buyFrom: 'Kaufen {price}',
  label: '{action}: {title}',
  testMoney: '{price}, Testgeld',
  notForSale: 'Nicht zu kaufen',
  notForSaleNow: 'Das ist gerade nicht zu kaufen',
}
