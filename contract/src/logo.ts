/** The product's sign in a square of 32: a bell that is also a head pulley. The belt forms the bell, a bucket its clapper. */
export const logo = {
  bell: 'M16 2.5C10.2 2.5 6.3 6.8 6.3 12.3V14H4.2V18.6H5.9C5.6 20.7 4.8 22 3.4 23.3C2.7 24 3.1 25.3 4.2 25.3H27.8C28.9 25.3 29.3 24 28.6 23.3C27.2 22 26.4 20.7 26.1 18.6H27.8V14H25.7V12.3C25.7 6.8 21.8 2.5 16 2.5Z',
  bucket: 'M11.2 27H20.8L19.7 29.5Q19.4 30.2 18.6 30.2H13.4Q12.6 30.2 12.3 29.5Z',
  pulley: { x: 16, y: 12.6, ring: 6.3, line: 2.2, hub: 2 },
};
