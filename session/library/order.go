package library

import (
	"cmp"
	"fmt"
	"slices"
)

// Order is how a list is ordered.
type Order string

// The orders. The first three are pi's (spec 4.3).
const (
	OrderThreaded  Order = "threaded"  // forks under their parent, see Thread
	OrderRecent    Order = "recent"    // by the time of the last message
	OrderRelevance Order = "relevance" // by how well a query matches, see Search
	OrderCreated   Order = "created"
	OrderSize      Order = "size"
	OrderCost      Order = "cost"
	OrderMessages  Order = "messages"
)

// Orders returns all orders, in the order that a key cycles through them.
func Orders() []Order {
	return []Order{OrderThreaded, OrderRecent, OrderRelevance, OrderCreated, OrderSize, OrderCost, OrderMessages}
}

// ParseOrder returns the order with a name.
func ParseOrder(name string) (Order, error) {
	if slices.Contains(Orders(), Order(name)) {
		return Order(name), nil
	}
	return "", fmt.Errorf("there is no order %q: use one of %v", name, Orders())
}

// Sort puts rows into an order, the highest value first, and those of equal
// value by their last message. Threaded and relevance, which need more than
// rows, are the same as recent here, as in pi without a query.
func Sort(rows []Row, by Order) {
	slices.SortStableFunc(rows, func(a, b Row) int { return by.compare(&a, &b) })
}

func (o Order) compare(a, b *Row) int {
	first := 0
	switch o {
	case OrderCreated:
		first = b.Created.Compare(a.Created)
	case OrderSize:
		first = cmp.Compare(b.Size, a.Size)
	case OrderCost:
		first = cmp.Compare(b.Cost, a.Cost)
	case OrderMessages:
		first = cmp.Compare(b.MessageCount, a.MessageCount)
	}
	return cmp.Or(first, recent(a, b))
}

// recent compares rows by their last message. The rest decides only between
// equals, so that a list that streams in ends up in one order.
func recent(a, b *Row) int {
	return cmp.Or(b.Modified.Compare(a.Modified), b.MTime.Compare(a.MTime), baseDesc(a.Path, b.Path), cmp.Compare(a.Path, b.Path))
}
