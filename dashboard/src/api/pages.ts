/** Page of a list, as every list operation returns it. */
export interface ListPage<Item> {
  data: Item[];
  has_more: boolean;
  last_id?: string;
}

/** Items read from a list. */
export interface Listed<Item> {
  items: Item[];
  /** True if the server has more items. */
  hasMore: boolean;
}

/** Reads a list page by page until it ends or `most` items are read. */
export async function everyPage<Item>(
  read: (after: string | undefined) => Promise<{ data: ListPage<Item> }>,
  most: number,
): Promise<Listed<Item>> {
  const items: Item[] = [];
  for (let after: string | undefined; ; ) {
    const { data: page } = await read(after);
    items.push(...page.data);
    const hasMore = page.has_more && page.last_id !== undefined;
    if (!hasMore || items.length >= most) return { items, hasMore };
    after = page.last_id;
  }
}
