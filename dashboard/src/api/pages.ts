/** A page of a list, as every list operation answers. */
export interface ListPage<Item> {
  data: Item[];
  has_more: boolean;
  last_id?: string;
}

/** All items of a list, page by page, up to `most`. */
export async function everyPage<Item>(
  read: (after: string | undefined) => Promise<{ data: ListPage<Item> }>,
  most = 2_000,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let after: string | undefined; items.length < most; ) {
    const { data: page } = await read(after);
    items.push(...page.data);
    if (!page.has_more || !page.last_id) break;
    after = page.last_id;
  }
  return items;
}
