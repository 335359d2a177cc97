/** Cards and buttons of goods that pages of other sites show. */
export const embed = {
  visit: 'Visit {shop}',
  buyFor: 'Buy for {price}',
  buyFrom: 'Buy {price}',
  label: '{action}: {title}',
  testMoney: '{price}, test money',
  notForSale: 'Not for sale',
  notForSaleNow: 'This is not for sale now',
} as const
