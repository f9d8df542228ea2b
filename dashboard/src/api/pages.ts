/** A page of a list, as every list operation answers. */
export interface ListPage<Item> {
  data: Item[];
  has_more: boolean;
  last_id?: string;
}

/** What was read of a list. */
export interface Listed<Item> {
  items: Item[];
  /** Whether the server has more of them. */
  hasMore: boolean;
}

/** The items of a list, page by page, until there are no more or `most` are read. */
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
